//! An `OpenAPI` document from a list of endpoints.
//!
//! An *endpoint* is a method and a path with what it takes and what it answers. The schemas are those of the types that
//! are really read and written, so the document cannot promise anything else. `OpenAPI` 3.1 takes them as they are.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// What is done with a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Asks.
    Get,
    /// Adds or does something.
    Post,
    /// Replaces.
    Put,
    /// Changes.
    Patch,
    /// Takes away.
    Delete,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Put => "put",
            Self::Patch => "patch",
            Self::Delete => "delete",
        }
    }
}

/// One endpoint.
#[derive(Clone, Debug)]
pub struct Endpoint {
    method: Method,
    path: &'static str,
    summary: &'static str,
    token: Token,
    queries: Vec<Query>,
    request: Option<Body>,
    responses: Vec<Response>,
}

/// Whether a token belongs to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// It makes no difference.
    Unread,
    /// With one the answer says more.
    Welcome,
    /// Nothing goes without.
    Needed,
}

/// A parameter after the question mark; never needed.
#[derive(Clone, Copy, Debug)]
struct Query {
    name: &'static str,
    description: &'static str,
}

/// The body of a request or a response.
#[derive(Clone, Copy, Debug)]
enum Body {
    /// JSON of a type.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// Text of this media type.
    Text(&'static str),
}

/// One of the answers of an endpoint.
#[derive(Clone, Copy, Debug)]
struct Response {
    status: u16,
    description: &'static str,
    body: Option<Body>,
}

impl Endpoint {
    /// An endpoint that takes and answers nothing yet. What is in braces in the path is a parameter.
    #[must_use]
    pub const fn new(method: Method, path: &'static str, summary: &'static str) -> Self {
        Self {
            method,
            path,
            summary,
            token: Token::Unread,
            queries: Vec::new(),
            request: None,
            responses: Vec::new(),
        }
    }

    /// Only with a token.
    #[must_use]
    pub const fn guarded(mut self) -> Self {
        self.token = Token::Needed;
        self
    }

    /// Answers everybody, and says more to whoever has a token.
    #[must_use]
    pub const fn recognises(mut self) -> Self {
        self.token = Token::Welcome;
        self
    }

    /// Takes a whole number with this name after the question mark, if it is there.
    #[must_use]
    pub fn asks(mut self, name: &'static str, description: &'static str) -> Self {
        self.queries.push(Query { name, description });
        self
    }

    /// Takes JSON of this type.
    #[must_use]
    pub fn takes<T: JsonSchema>(mut self) -> Self {
        self.request = Some(Body::Json(SchemaGenerator::subschema_for::<T>));
        self
    }

    /// Answers JSON of this type with this status.
    #[must_use]
    pub fn gives<T: JsonSchema>(self, status: u16, description: &'static str) -> Self {
        self.answers(status, description, Some(Body::Json(SchemaGenerator::subschema_for::<T>)))
    }

    /// Answers text of this media type with this status.
    #[must_use]
    pub fn gives_text(self, status: u16, description: &'static str, media_type: &'static str) -> Self {
        self.answers(status, description, Some(Body::Text(media_type)))
    }

    /// Answers this status without a body.
    #[must_use]
    pub fn gives_nothing(self, status: u16, description: &'static str) -> Self {
        self.answers(status, description, None)
    }

    fn answers(mut self, status: u16, description: &'static str, body: Option<Body>) -> Self {
        self.responses.push(Response { status, description, body });
        self
    }

    fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let mut operation = Map::new();
        operation.insert("summary".to_owned(), json!(self.summary));
        operation.insert("operationId".to_owned(), json!(self.operation_id()));
        let queries = self.queries.iter().map(Query::describe);
        let parameters: Vec<Value> = self.parameters().map(parameter).chain(queries).collect();
        if !parameters.is_empty() {
            operation.insert("parameters".to_owned(), json!(parameters));
        }
        let security = match self.token {
            Token::Unread => None,
            Token::Welcome => Some(json!([{}, { "bearer": [] }, { "cookie": [] }])),
            Token::Needed => Some(json!([{ "bearer": [] }, { "cookie": [] }])),
        };
        if let Some(security) = security {
            operation.insert("security".to_owned(), security);
        }
        if let Some(request) = self.request {
            let body = json!({ "required": true, "content": request.content(generator) });
            operation.insert("requestBody".to_owned(), body);
        }
        let responses = self.responses.iter().map(|response| {
            let mut described = json!({ "description": response.description });
            if let Some(body) = response.body {
                described["content"] = body.content(generator);
            }
            (response.status.to_string(), described)
        });
        let responses: Map<String, Value> = responses.collect();
        operation.insert("responses".to_owned(), Value::Object(responses));
        Value::Object(operation)
    }

    /// The method and the words of the path, `getApiTablesId`.
    fn operation_id(&self) -> String {
        let words = self.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.fold(self.method.name().to_owned(), |mut id, word| {
            let (first, rest) = word.split_at(1);
            id.push_str(&first.to_ascii_uppercase());
            id.push_str(rest);
            id
        })
    }

    /// What is in braces in the path.
    fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}

impl Body {
    fn content(self, generator: &mut SchemaGenerator) -> Value {
        let (media_type, schema) = match self {
            Self::Json(schema) => ("application/json", schema(generator).to_value()),
            Self::Text(media_type) => (media_type, json!({ "type": "string" })),
        };
        let mut content = Map::new();
        content.insert(media_type.to_owned(), json!({ "schema": schema }));
        Value::Object(content)
    }
}

impl Query {
    fn describe(&self) -> Value {
        let schema = json!({ "type": "integer", "minimum": 0 });
        json!({ "name": self.name, "in": "query", "description": self.description, "schema": schema })
    }
}

fn parameter(name: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
}

/// The document of these endpoints. `cookie` is the name of the cookie that carries the token.
#[must_use]
pub fn document(title: &str, cookie: &str, endpoints: &[Endpoint]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for endpoint in endpoints {
        let operation = endpoint.describe(&mut generator);
        paths.entry(endpoint.path).or_default().insert(endpoint.method.name().to_owned(), operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": title, "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT" } },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": cookie },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{PlayerId, TableId};

    fn example() -> Value {
        #[derive(JsonSchema)]
        #[expect(dead_code, reason = "only its schema is wanted")]
        struct Question {
            whom: PlayerId,
            again: Option<Box<Question>>,
        }
        let endpoints = [
            Endpoint::new(Method::Get, "/things", "All things.").gives::<Vec<TableId>>(200, "The things."),
            Endpoint::new(Method::Get, "/mine", "My things.").recognises().gives_nothing(204, "None."),
            Endpoint::new(Method::Post, "/things/{id}/ask/{name}", "Asks.")
                .guarded()
                .asks("again", "How often.")
                .takes::<Question>()
                .gives_text(200, "Words.", "text/plain")
                .gives_nothing(404, "No such thing."),
        ];
        document("Test", "token", &endpoints)
    }

    #[test]
    fn an_endpoint_has_its_parameters_body_and_answers() {
        let document = example();
        let ask = &document["paths"]["/things/{id}/ask/{name}"]["post"];
        assert_eq!(ask["operationId"], "postThingsIdAskName");
        let names: Vec<_> = ask["parameters"].as_array().unwrap().iter().map(|p| &p["name"]).collect();
        assert_eq!(names, ["id", "name", "again"]);
        assert_eq!(
            (&ask["parameters"][1]["in"], &ask["parameters"][2]["in"]),
            (&json!("path"), &json!("query"))
        );
        assert_eq!(ask["parameters"][2].get("required"), None);
        let body = &ask["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(body["$ref"], "#/components/schemas/Question");
        assert_eq!(ask["responses"]["200"]["content"]["text/plain"]["schema"]["type"], "string");
        assert_eq!(ask["responses"]["404"], json!({ "description": "No such thing." }));
        assert_eq!(ask["security"], json!([{ "bearer": [] }, { "cookie": [] }]));
        let mine = &document["paths"]["/mine"]["get"];
        assert_eq!(mine["security"], json!([{}, { "bearer": [] }, { "cookie": [] }]));
        let list = &document["paths"]["/things"]["get"];
        assert_eq!(
            (list.get("security"), list.get("parameters"), list.get("requestBody")),
            (None, None, None)
        );
        assert_eq!(document["components"]["securitySchemes"]["cookie"]["name"], "token");
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = example();
        let text = document.to_string();
        let references: Vec<&str> =
            text.split("\"$ref\":\"#").skip(1).filter_map(|r| r.split('"').next()).collect();
        assert!(!references.is_empty());
        for reference in references {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
    }
}
