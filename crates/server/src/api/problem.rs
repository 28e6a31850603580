//! What a request gets that cannot be served: a status, a code for the page, a sentence.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::http::Problem;
use store::StoreFault;

use crate::desk::OpenFault;
use crate::studies::NotStudied;

/// Why a request is not served.
#[derive(Debug)]
pub(crate) struct Trouble {
    status: StatusCode,
    problem: Problem,
    /// When it may be worth asking again, in seconds.
    retry_after: Option<u32>,
}

impl Trouble {
    pub(crate) fn new(status: StatusCode, code: &str, reason: impl Into<String>) -> Self {
        Self {
            status,
            problem: Problem { code: code.to_owned(), params: BTreeMap::new(), reason: reason.into() },
            retry_after: None,
        }
    }

    /// The same with the advice to ask again after so many seconds.
    pub(crate) const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The same with something that belongs into the sentence.
    pub(crate) fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.problem.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// What a table refuses.
    pub(crate) fn refused(status: StatusCode, refusal: &table::Refusal) -> Self {
        let trouble = Self::new(status, refusal.code, refusal.reason.clone());
        refusal.params.iter().fold(trouble, |trouble, (name, value)| trouble.with(name, value))
    }

    pub(crate) fn too_many() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", "Too many requests; wait a moment")
    }

    pub(crate) fn not_studied(why: NotStudied) -> Self {
        match why {
            NotStudied::NoPlace => Self::unavailable(),
            NotStudied::NoTime => {
                let reason = "You have had as much computed as you may for now; ask again in a minute";
                Self::new(StatusCode::TOO_MANY_REQUESTS, "too_much_to_compute", reason).retry_after(60)
            }
        }
    }

    pub(crate) fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "bad_request", "The request took too long to arrive")
    }

    pub(crate) fn foreign_origin() -> Self {
        Self::new(StatusCode::FORBIDDEN, "foreign_origin", "Pages of other sites may not do this")
    }

    pub(crate) fn unknown_player() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unknown_player", "Ask for a guest's token first")
    }

    pub(crate) fn banned() -> Self {
        Self::new(StatusCode::FORBIDDEN, "banned", "The host of this server does not let you in")
    }

    pub(crate) fn no_such_table() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_such_table", "There is no such table")
    }

    pub(crate) fn unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "This cannot be done now; try again in a moment",
        )
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.problem)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreFault> for Trouble {
    fn from(fault: StoreFault) -> Self {
        tracing::error!(%fault, "the store did not do what a request needed");
        Self::unavailable()
    }
}

impl From<getrandom::Error> for Trouble {
    fn from(fault: getrandom::Error) -> Self {
        tracing::error!(%fault, "the system gives no randomness");
        Self::unavailable()
    }
}

impl From<JsonRejection> for Trouble {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), "bad_request", rejection.body_text())
    }
}

impl From<OpenFault> for Trouble {
    fn from(fault: OpenFault) -> Self {
        match fault {
            OpenFault::Refused(refusal) => Self::refused(StatusCode::BAD_REQUEST, &refusal),
            OpenFault::Store(fault) => fault.into(),
        }
    }
}
