//! Commands sent twice, late, in another order, on another socket: an id gets its first answer again, and changes nothing again.

use pages::Page;
use serde_json::{Value, json};

use crate::siege::Siege;

/// Rolls, categories and nonsense, each with its id.
fn commands(page: &str) -> Vec<Value> {
    let roll = |n: usize| json!({ "type": "roll_dice", "keptDice": [n.is_multiple_of(2), false, n.is_multiple_of(3), false, false] });
    let mut all: Vec<Value> = Vec::new();
    for (n, category) in ["ones", "chance", "kniffel", "sixes", "no_such"].iter().enumerate() {
        all.extend([roll(n), roll(n + 1), json!({ "type": "choose_category", "category": category })]);
        all.push(json!({ "type": "chat", "text": format!("{page} {n}") }));
    }
    for (n, command) in all.iter_mut().enumerate() {
        command["id"] = format!("{page}-{n}").into();
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_twice_late_and_out_of_order_change_nothing_twice() {
    let siege = Siege::new("replays", &[]);
    let attack = async {
        let people = [siege.served.guest("Mallory").await, siege.served.guest("Oscar").await];
        let (table, mut pages) = siege.served.party(&people).await;
        let commands: Vec<Vec<Value>> = vec![commands("a"), commands("b")];
        let mut first: Vec<Vec<Value>> = vec![vec![], vec![]];
        for (a, b) in commands[0].iter().zip(&commands[1]) {
            first[0].push(pages[0].ask(a.clone()).await);
            first[1].push(pages[1].ask(b.clone()).await);
        }
        let seen = pages[0].last_seq;
        for who in 0..2 {
            // Backwards, on another socket, each of them twice at once; the answers are those of the first time.
            let mut late = Page::at(siege.address, &people[who], &table).await;
            for (command, answer) in commands[who].iter().zip(&first[who]).rev() {
                late.send(command).await;
                assert_eq!(&late.ask(command.clone()).await, answer, "{command}");
                let heard = |page: &Page| page.told.iter().filter(|told| *told == answer).count() == 2;
                late.hear_until("the same answer to the other one", heard).await;
                let mut other = command.clone();
                other["type"] = json!("toggle_ready");
                for field in ["keptDice", "category", "text"] {
                    other.as_object_mut().unwrap().remove(field);
                }
                if answer["type"] == "ack" {
                    assert_eq!(late.refused(other).await, "id_reused", "{command}");
                }
            }
            // What somebody else's ids were answered is nobody's business: to another player they are new.
            let mut stolen = commands[1 - who][0].clone();
            stolen["type"] = json!("no_such_type");
            assert_ne!(late.refused(stolen).await, "id_reused");
        }
        for page in &mut pages {
            page.catch_up().await;
            assert_eq!(page.last_seq, seen, "nothing has happened since");
            let mut said: Vec<&str> = page.told.iter().filter_map(|told| told["text"].as_str()).collect();
            let lines = said.len();
            said.sort_unstable();
            said.dedup();
            assert_eq!((said.len(), lines), (10, 10), "and nothing was said twice");
        }
    };
    siege.withstands(attack).await;
}
