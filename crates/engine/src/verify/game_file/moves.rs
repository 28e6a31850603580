//! The other lines of a game's file: does each move follow from those before, and does the game end as it says?

use protocol::canonical;
use protocol::file::{Draw, End, How, Recorded, Retelling, StepOf, Text};
use protocol::table::Bytes32;

use super::super::{Fault, Part, Place};

/// Makes every move again.
pub(super) fn follow<G: Recorded>(text: &Text<'_>, telling: &mut Retelling<G>) -> Result<(), Fault> {
    for number in 0..text.n_moves() {
        let recorded: StepOf<G> = text.step(number)?;
        let at = |part| Place::Line { number: text.line_of(number), part };
        if recorded.position as usize != number {
            return Err(Fault::differs(at(Part::Position), number, recorded.position));
        }
        let action =
            G::action_in(&recorded.action).map_err(|fault| Fault::refused(at(Part::Action), fault))?;
        let told = telling.tell(recorded.seat.into(), &action);
        let (expected, _) = told.map_err(|fault| Fault::refused(at(Part::Action), fault))?;
        compare(&expected, &recorded, at)?;
    }
    Ok(())
}

fn compare<A, O>(
    expected: &protocol::file::Step<A, O>,
    recorded: &protocol::file::Step<A, O>,
    at: impl Fn(Part) -> Place,
) -> Result<(), Fault>
where
    A: serde::Serialize + PartialEq,
    O: serde::Serialize + PartialEq,
{
    if expected.action != recorded.action {
        let [expected, found] = [expected, recorded].map(|step| canonical(&step.action));
        return Err(Fault::differs(at(Part::Action), expected, found));
    }
    if expected.outcome != recorded.outcome {
        let [expected, found] = [expected, recorded].map(|step| told(step.outcome.as_ref()));
        return Err(Fault::differs(at(Part::Outcome), format!("{expected}, as the seeds have it"), found));
    }
    let link = |draw: &Option<Draw>| draw.and_then(|draw| draw.link);
    let [wanted, found] = [link(&expected.draw), link(&recorded.draw)];
    if wanted != found && recorded.draw.is_some() {
        let [expected, found] = [wanted, found].map(|link| link.map_or("none".to_owned(), Bytes32::to_hex));
        return Err(Fault::differs(at(Part::Link), expected, found));
    }
    if expected.draw != recorded.draw {
        let [expected, found] = [expected, recorded].map(|step| told(step.draw.as_ref()));
        return Err(Fault::differs(at(Part::Draw), expected, found));
    }
    Ok(())
}

fn told<T: serde::Serialize>(value: Option<&T>) -> String {
    value.map_or("nothing".to_owned(), canonical)
}

/// How the game ended, who won, and what everybody had.
pub(super) fn compare_end<G: Recorded>(text: &Text<'_>, telling: &Retelling<G>) -> Result<(), Fault> {
    let (expected, found) = (telling.end(), text.end()?);
    let place = Place::Line { number: text.end_line(), part: Part::End };
    if expected.end != found.end {
        let way = |end: &End| match end.end {
            How::Won => "a game that is won",
            How::Closed => "a game that is closed",
            How::Aborted => "a game that is not over and so was aborted",
        };
        return Err(Fault::differs(place, way(&expected), way(&found)));
    }
    if expected.winners != found.winners {
        let [expected, found] = [&expected, &found].map(|end| format!("winners {}", canonical(&end.winners)));
        return Err(Fault::differs(place, expected, found));
    }
    if expected.scores != found.scores {
        let [expected, found] = [&expected, &found].map(|end| format!("scores {}", canonical(&end.scores)));
        return Err(Fault::differs(place, expected, found));
    }
    Ok(())
}
