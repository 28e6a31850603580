//! A server with a password, and one by invitation only.

use serde_json::{Value, json};

use crate::served::{Folder, Served};

/// Somebody new tries to come in: status, and the code if it is a refusal.
async fn enters(served: &Served, body: Value) -> (u16, String) {
    let (status, answer) = pages::request(served.address, "POST", "/api/guests", None, Some(&body)).await;
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_is_asked_once_and_guessing_is_slow() {
    let data = Folder::new("password");
    // Whoever was there before the password keeps the name.
    let served = Served::start(&data.0, &[]);
    let anna = served.guest("Anna").await;
    served.stop();
    let served = Served::start(&data.0, &["password=sesame", "rates.codes=[3, 0.01]"]);
    assert_eq!(served.get(&anna, "/api/me").await.0, 200);
    assert_eq!(enters(&served, json!({ "name": "Bert" })).await, refused(403, "password_needed"));
    // What is right costs nothing, however often.
    for n in 0..6 {
        let entered = enters(&served, json!({ "name": format!("Friend {n}"), "password": "sesame" })).await;
        assert_eq!(entered.0, 201, "{entered:?}");
    }
    for wrong in ["", "Sesame", "sesame "] {
        let entered = enters(&served, json!({ "name": "Bert", "password": wrong })).await;
        assert_eq!(entered, refused(403, "wrong_password"), "{wrong:?}");
    }
    // Then even the right one has to wait, so that nothing can be learned by going on.
    let entered = enters(&served, json!({ "name": "Bert", "password": "sesame" })).await;
    assert_eq!(entered, refused(429, "too_many_requests"));
    let odd = enters(&served, json!({ "name": "Bert", "password": 5 })).await;
    assert_eq!(odd, refused(422, "bad_request"));
    assert_eq!(served.host(&["players"])["players"].as_array().unwrap().len(), 7);
    // To open a table takes nothing more.
    served.table(&anna, &json!({ "game": "kniffel" })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_lets_in_as_many_as_it_says() {
    let data = Folder::new("invite");
    let settings = ["invite_only=true", "rates.codes=[4, 0.01]", "public_url=\"https://play.example.org/\""];
    let served = Served::start(&data.0, &settings);
    assert_eq!(served.told(&["invites"]), "there are no invitations\n");
    assert_eq!(enters(&served, json!({ "name": "Anna" })).await, refused(403, "invite_needed"));
    let made = served.host(&["invite", "--uses", "2", "--note", "the chess club"]);
    let code = made["invites"][0]["code"].as_str().unwrap().to_owned();
    assert_eq!(made["invites"][0]["link"], format!("https://play.example.org/?invite={code}"));
    // As it was read out on the telephone.
    let spoken = format!(" {} ", code.to_uppercase());
    assert_eq!(enters(&served, json!({ "name": "Anna", "invite": spoken })).await.0, 201);
    assert_eq!(enters(&served, json!({ "name": "Bert", "invite": code })).await.0, 201);
    assert_eq!(enters(&served, json!({ "name": "Carla", "invite": code })).await, refused(403, "bad_invite"));
    let said = served.told(&["invites"]);
    assert!(said.contains(&code) && said.contains("for 0 more") && said.contains("the chess club"), "{said}");
    // One that is taken back, and one that does not exist.
    let code = served.host(&["invite", "--days", "1"])["invites"][0]["code"].as_str().unwrap().to_owned();
    assert!(served.told(&["withdraw", &code]).contains("no longer good"));
    for wrong in [code.as_str(), "", "0123456789"] {
        let entered = enters(&served, json!({ "name": "Carla", "invite": wrong })).await;
        assert_eq!(entered, refused(403, "bad_invite"), "{wrong:?}");
    }
    let code = served.host(&["invite"])["invites"][0]["code"].as_str().unwrap().to_owned();
    let entered = enters(&served, json!({ "name": "Carla", "invite": code })).await;
    assert_eq!(entered, refused(429, "too_many_requests"), "guessing is slow");
    assert_eq!(served.host(&["players"])["players"].as_array().unwrap().len(), 2);
    served.stop();

    // With a password beside it, both are needed, and a wrong password uses no invitation up.
    let served = Served::start(&data.0, &["invite_only=true", "password=sesame"]);
    let with = |password: &str| json!({ "name": "Dora", "invite": code, "password": password });
    assert_eq!(enters(&served, with("guess")).await, refused(403, "wrong_password"));
    assert_eq!(
        enters(&served, json!({ "name": "Dora", "password": "sesame" })).await,
        refused(403, "invite_needed")
    );
    assert_eq!(enters(&served, with("sesame")).await.0, 201);
    assert_eq!(enters(&served, with("sesame")).await, refused(403, "bad_invite"));
}

/// Counters are for this machine and for those who are named; what a proxy passes on is nobody's unless it is trusted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counters_are_not_for_everybody() {
    let data = Folder::new("counters");
    let ask = |served: &Served, forwarded: Option<&str>| {
        let headers: Vec<_> =
            forwarded.map(|address| ("X-Forwarded-For", address.to_owned())).into_iter().collect();
        let address = served.address;
        async move { pages::raw(address, "GET", "/metrics", &headers, "").await }
    };
    let served = Served::start(&data.0, &[]);
    let (status, _, text) = ask(&served, None).await;
    assert!(status == 200 && text.contains("stammtisch_acks_total 0"), "{text}");
    for passed_on in ["10.0.0.7", "127.0.0.1"] {
        assert_eq!(ask(&served, Some(passed_on)).await.0, 403, "{passed_on}");
    }
    served.stop();
    let settings = ["metrics_from=[\"10.0.0.7\"]", "trusted_proxies=[\"127.0.0.1\"]"];
    let served = Served::start(&data.0, &settings);
    assert_eq!(ask(&served, Some("10.0.0.7")).await.0, 200);
    assert_eq!(ask(&served, Some("10.0.0.8")).await.0, 403);
}
