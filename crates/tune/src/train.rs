//! Training: a net learns from rows who won, by Adam on the logistic loss.
//!
//! One thread, in an order that follows from the seed, so the same rows and seed give the same weights.

use bots::Dice;
use bots::catan::mind::net::{FIRST, Net, SECOND, logistic};
use game::Luck;

use crate::selfplay::Rows;

/// Rows whose mean gradient makes one step.
const BATCH: usize = 256;

/// How to train.
#[derive(Clone, Copy)]
pub(crate) struct Course {
    pub(crate) epochs: u32,
    pub(crate) rate: f32,
    /// How strongly weights are pulled towards zero.
    pub(crate) decay: f32,
}

/// A net with small random weights.
pub(crate) fn fresh(inputs: usize, luck: &mut Dice) -> Net {
    let mut net = Net::blank(inputs);
    let mut normal = |spread: f32| {
        let sum: f32 = (0..4).map(|_| luck.below(1 << 20) as f32 / (1 << 20) as f32 - 0.5).sum();
        sum * spread * 1.73
    };
    net.first.iter_mut().flatten().for_each(|w| *w = normal((2.0 / 40.0f32).sqrt() * 0.5));
    net.second.iter_mut().flatten().for_each(|w| *w = normal((2.0 / FIRST as f32).sqrt()));
    net.last.iter_mut().for_each(|w| *w = normal((1.0 / SECOND as f32).sqrt()));
    net
}

/// Means of the gradient and of its square.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// Trains on all rows but the last twentieth; the loss there before and after.
pub(crate) fn train(net: &mut Net, rows: &Rows, course: &Course, luck: &mut Dice) -> (f32, f32) {
    let held_out = rows.len() / 20;
    let n = rows.len() - held_out;
    let before = loss(net, rows, n..rows.len());
    let size = net.weights().count();
    let mut adam = Adam { mean: vec![0.0; size], square: vec![0.0; size], steps: 0 };
    let mut order: Vec<u32> = (0..n as u32).collect();
    let n_batches = n / BATCH;
    for epoch in 0..course.epochs {
        game::shuffle(&mut order, luck);
        for (number, batch) in order.chunks_exact(BATCH).enumerate() {
            let done = (epoch as f32 + number as f32 / n_batches.max(1) as f32) / course.epochs as f32;
            let gradient = gradient(net, rows, batch);
            // The rate falls evenly to a twentieth.
            adam.step(net, &gradient, course.rate * (1.0 - 0.95 * done), course.decay);
        }
    }
    (before, loss(net, rows, n..rows.len()))
}

impl Adam {
    fn step(&mut self, net: &mut Net, gradient: &Net, rate: f32, decay: f32) {
        self.steps += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let places =
            net.weights_mut().zip(gradient.weights()).zip(self.mean.iter_mut().zip(&mut self.square));
        for ((weight, slope), (mean, square)) in places {
            let slope = slope / BATCH as f32;
            *mean = b1 * *mean + (1.0 - b1) * slope;
            *square = b2 * *square + (1.0 - b2) * slope * slope;
            *weight -= rate * ((*mean / c1) / ((*square / c2).sqrt() + 1e-8) + decay * *weight);
        }
    }
}

/// The sum of the gradients of a batch, in the shape of a net.
fn gradient(net: &Net, rows: &Rows, batch: &[u32]) -> Net {
    let mut sum = Net::blank(net.inputs);
    for &number in batch {
        let x = rows.row(number as usize);
        let mut one = net.first_bias;
        for (&x, weights) in x.iter().zip(&net.first) {
            if x != 0.0 {
                one.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
            }
        }
        let mut two = net.second_bias;
        for (&x, weights) in one.iter().zip(&net.second) {
            if x > 0.0 {
                two.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
            }
        }
        let odds = net.last_bias + two.iter().zip(net.last).map(|(&x, w)| x.max(0.0) * w).sum::<f32>();
        let error = logistic(odds) - rows.labels[number as usize];

        sum.last_bias += error;
        let mut back_two = [0.0f32; SECOND];
        for unit in 0..SECOND {
            if two[unit] > 0.0 {
                sum.last[unit] += error * two[unit];
                back_two[unit] = error * net.last[unit];
                sum.second_bias[unit] += back_two[unit];
            }
        }
        let mut back_one = [0.0f32; FIRST];
        for unit in 0..FIRST {
            if one[unit] > 0.0 {
                let (weights, slopes) = (&net.second[unit], &mut sum.second[unit]);
                let mut back = 0.0;
                for k in 0..SECOND {
                    slopes[k] += one[unit] * back_two[k];
                    back += weights[k] * back_two[k];
                }
                back_one[unit] = back;
                sum.first_bias[unit] += back;
            }
        }
        for (&x, slopes) in x.iter().zip(&mut sum.first) {
            if x != 0.0 {
                slopes.iter_mut().zip(back_one).for_each(|(slope, back)| *slope += x * back);
            }
        }
    }
    sum
}

/// The mean logistic loss over some rows.
fn loss(net: &Net, rows: &Rows, range: std::ops::Range<usize>) -> f32 {
    let n = range.len().max(1) as f64;
    let mut padded = [0.0; bots::catan::mind::features::MOST];
    let sum: f64 = range
        .map(|number| {
            padded[..rows.width].copy_from_slice(rows.row(number));
            let chance = f64::from(net.chance(&padded)).clamp(1e-6, 1.0 - 1e-6);
            let label = f64::from(rows.labels[number]);
            -label * chance.ln() - (1.0 - label) * (1.0 - chance).ln()
        })
        .sum();
    (sum / n) as f32
}

#[cfg(test)]
mod tests {
    use bots::catan::mind::features::inputs;

    use super::*;

    fn some_rows(luck: &mut Dice) -> Rows {
        let mut rows = Rows::new(2);
        for n in 0..BATCH {
            rows.inputs.extend((0..rows.width).map(|_| luck.below(5) as f32 / 4.0));
            rows.labels.push((n % 4) as f32 / 3.0);
        }
        rows
    }

    /// The slope of the loss along each weight, by moving the weight a little.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut luck = Dice::new(3);
        let rows = some_rows(&mut luck);
        let net = fresh(inputs(2), &mut luck);
        let batch: Vec<u32> = (0..BATCH as u32).collect();
        let slopes: Vec<f32> = gradient(&net, &rows, &batch).weights().collect();
        let mut compared = 0;
        for at in (0..slopes.len()).step_by(97) {
            let moved = |by: f32| {
                let mut net = net.clone();
                if let Some(weight) = net.weights_mut().nth(at) {
                    *weight += by;
                }
                f64::from(loss(&net, &rows, 0..BATCH))
            };
            let step = 2e-3;
            let slope = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let told = f64::from(slopes[at]) / BATCH as f64;
            assert!((slope - told).abs() < 2e-3 + 0.05 * told.abs(), "weight {at}: {slope} {told}");
            compared += 1;
        }
        assert!(compared > 100);
    }

    /// A rule that can be learned is learned, and the same seed learns the same.
    #[test]
    fn training_lowers_the_loss_and_is_repeatable() {
        let learn = || {
            let mut luck = Dice::new(5);
            let mut rows = Rows::new(2);
            for _ in 0..6_000 {
                let row: Vec<f32> = (0..rows.width).map(|_| luck.below(3) as f32 / 2.0).collect();
                rows.labels.push(if row[0] + row[5] > row[9] { 1.0 } else { 0.0 });
                rows.inputs.extend(row);
            }
            let mut net = fresh(inputs(2), &mut luck);
            let course = Course { epochs: 12, rate: 3e-3, decay: 1e-4 };
            let losses = train(&mut net, &rows, &course, &mut luck);
            (net, losses)
        };
        let (net, (before, after)) = learn();
        assert!(after < 0.5 * before, "{before} {after}");
        assert_eq!(learn().0, net);
    }
}
