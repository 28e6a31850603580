//! The net: from features to a chance of winning.
//!
//! Two hidden layers with `ReLU` and one output through the logistic function; 32-bit floats, multiplied in a fixed order, so
//! the same position gives the same chance everywhere. The weights are trained by `crates/tune` from self-play and stand in
//! files beside this one.

use super::features::MOST;

/// Units of the first hidden layer.
pub const FIRST: usize = 64;
/// Units of the second.
pub const SECOND: usize = 32;

/// A trained net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// How many inputs it has.
    pub inputs: usize,
    /// By input, so that inputs of zero cost nothing.
    pub first: Vec<[f32; FIRST]>,
    /// The first layer's biases.
    pub first_bias: [f32; FIRST],
    /// By unit of the first layer.
    pub second: Vec<[f32; SECOND]>,
    /// The second layer's biases.
    pub second_bias: [f32; SECOND],
    /// The output's weights.
    pub last: [f32; SECOND],
    /// The output's bias.
    pub last_bias: f32,
}

impl Net {
    /// A net of zeros.
    #[must_use]
    pub fn blank(inputs: usize) -> Self {
        Self {
            inputs,
            first: vec![[0.0; FIRST]; inputs],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            last: [0.0; SECOND],
            last_bias: 0.0,
        }
    }

    /// The log odds of winning.
    #[must_use]
    pub fn odds(&self, x: &[f32; MOST]) -> f32 {
        let mut one = self.first_bias;
        for (&x, weights) in x.iter().zip(&self.first) {
            if x != 0.0 {
                for (sum, weight) in one.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
        }
        let mut two = self.second_bias;
        for (&x, weights) in one.iter().zip(&self.second) {
            if x > 0.0 {
                for (sum, weight) in two.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
        }
        self.last_bias + two.iter().zip(self.last).map(|(&x, weight)| x.max(0.0) * weight).sum::<f32>()
    }

    /// The chance of winning.
    #[must_use]
    pub fn chance(&self, x: &[f32; MOST]) -> f32 {
        logistic(self.odds(x))
    }

    /// All weights in order.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.first
            .iter()
            .flatten()
            .chain(&self.first_bias)
            .chain(self.second.iter().flatten())
            .chain(&self.second_bias)
            .chain(&self.last)
            .chain(std::iter::once(&self.last_bias))
            .copied()
    }

    /// All weights in order, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first
            .iter_mut()
            .flatten()
            .chain(&mut self.first_bias)
            .chain(self.second.iter_mut().flatten())
            .chain(&mut self.second_bias)
            .chain(&mut self.last)
            .chain(std::iter::once(&mut self.last_bias))
    }

    /// As a file: the number of inputs, then all weights, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.inputs as u32).to_le_bytes().to_vec();
        bytes.extend(self.weights().flat_map(f32::to_le_bytes));
        bytes
    }

    /// From a file; `None` if it is not one, or for other features.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<4>()?;
        let inputs = u32::from_le_bytes(*head) as usize;
        if inputs > MOST {
            return None;
        }
        let mut net = Self::blank(inputs);
        let (words, tail) = rest.as_chunks::<4>();
        if !tail.is_empty() || words.len() != net.weights().count() {
            return None;
        }
        for (weight, word) in net.weights_mut().zip(words) {
            *weight = f32::from_le_bytes(*word);
        }
        let finite = net.weights().all(f32::is_finite);
        finite.then_some(net)
    }
}

/// From log odds to a chance.
#[must_use]
pub fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catan::mind::features::inputs;

    fn sample() -> Net {
        let mut net = Net::blank(inputs(2));
        net.weights_mut().zip(0u32..).for_each(|(weight, n)| *weight = (n % 17) as f32 / 8.0 - 1.0);
        net
    }

    #[test]
    fn a_net_survives_being_written_and_read() {
        let net = sample();
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(&bytes), Some(net));
        assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 4]), None, "a weight is missing");
        assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 1]), None, "half a weight");
        assert_eq!(Net::from_bytes(&[]), None);
        let mut broken = bytes;
        let at = broken.len() - 4;
        broken[at..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Net::from_bytes(&broken), None, "no number");
    }

    /// The same sum in another order: by unit instead of by input, in 64 bits.
    #[test]
    fn the_odds_are_those_of_the_formula() {
        let net = sample();
        let mut x = [0.0; MOST];
        for (x, n) in x[..net.inputs].iter_mut().zip(0u32..) {
            *x = if n % 3 == 0 { 0.0 } else { (n % 7) as f32 / 5.0 - 0.4 };
        }
        let relu = |x: f64| x.max(0.0);
        let one: Vec<f64> = (0..FIRST)
            .map(|unit| {
                let inputs = net.first.iter().zip(x);
                relu(
                    f64::from(net.first_bias[unit])
                        + inputs.map(|(w, x)| f64::from(w[unit] * x)).sum::<f64>(),
                )
            })
            .collect();
        let two = (0..SECOND).map(|unit| {
            let inputs = net.second.iter().zip(&one);
            relu(f64::from(net.second_bias[unit]) + inputs.map(|(w, x)| f64::from(w[unit]) * x).sum::<f64>())
        });
        let odds = f64::from(net.last_bias) + two.zip(net.last).map(|(x, w)| x * f64::from(w)).sum::<f64>();
        assert!((f64::from(net.odds(&x)) - odds).abs() < 1e-3 * odds.abs(), "{} {odds}", net.odds(&x));
        assert!((logistic(0.0) - 0.5).abs() < 1e-6 && logistic(40.0) > 0.999 && logistic(-40.0) < 0.001);
    }
}
