//! Reads the profile of a site, and again for each line on standard input: cargo run -- https://example.com
use std::time::{Duration, Instant};
use std::{env, error::Error, io, process, thread};

use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::header::RETRY_AFTER;
use reqwest::StatusCode;
use serde_json::{json, Value};

const NAME: &str = "my-agent/1.0";
const ATTEMPTS: u32 = 4; // for a request that is answered 429 or 503
const LONGEST_WAIT: u64 = 60; // seconds of Retry-After
const MARGIN: Duration = Duration::from_secs(60); // between the renewal of a token and its expiry

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The seconds in Retry-After.
fn retry_after(response: &Response) -> Option<u64> {
    response
        .headers()
        .get(RETRY_AFTER)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// The response to a request, which is sent again after a 429 or 503.
fn send(request: RequestBuilder) -> Fallible<Response> {
    let mut attempt = 1;
    loop {
        let response = request
            .try_clone()
            .ok_or("the body cannot be sent again")?
            .send()?;
        let is_busy = matches!(
            response.status(),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        );
        match retry_after(&response) {
            Some(wait) if is_busy && attempt < ATTEMPTS && wait <= LONGEST_WAIT => {
                thread::sleep(Duration::from_secs(wait))
            }
            _ => return Ok(response),
        }
        attempt += 1;
    }
}

/// The JSON of a response, or an error with its text unless it is a success.
fn answer(response: Response) -> Fallible<Value> {
    if response.status().is_success() {
        return Ok(response.json()?);
    }
    let (url, status, wait) = (
        response.url().clone(),
        response.status(),
        retry_after(&response),
    );
    let after = wait.map_or(String::new(), |seconds| {
        format!(" (Retry-After: {seconds})")
    });
    let text: String = response.text()?.chars().take(300).collect();
    Err(format!("{url} answered {status}{after}: {text}").into())
}

fn text(object: &Value, member: &str) -> Fallible<String> {
    Ok(object[member]
        .as_str()
        .ok_or(format!("the answer has no {member}"))?
        .to_string())
}

struct Agent {
    http: Client,
    site: String,
    token_endpoint: String,
    client_id: String,
    client_secret: String,
    token: String,
    asked: Instant,
    lifetime: Duration,
}

impl Agent {
    fn start(address: &str) -> Fallible<Agent> {
        let http = Client::builder()
            .user_agent(NAME)
            .timeout(Duration::from_secs(10))
            .build()?;
        let site = address.trim_end_matches('/').to_string();
        let metadata = answer(send(
            http.get(format!("{site}/.well-known/oauth-authorization-server")),
        )?)?;
        let issuer = text(&metadata, "issuer")?;
        if issuer != site {
            return Err(format!("{site} has the metadata of {issuer}: use that address").into());
        }
        let mut client_id = env::var("AGENT_CLIENT_ID").unwrap_or_default();
        let mut client_secret = env::var("AGENT_CLIENT_SECRET").unwrap_or_default();
        if client_id.is_empty() || client_secret.is_empty() {
            let request = http.post(text(&metadata, "registration_endpoint")?);
            let client = answer(send(request.json(&json!({ "client_name": NAME })))?)?;
            client_id = text(&client, "client_id")?;
            client_secret = text(&client, "client_secret")?;
        }
        let token_endpoint = text(&metadata, "token_endpoint")?;
        let (token, asked, lifetime) = (String::new(), Instant::now(), Duration::ZERO);
        Ok(Agent {
            http,
            site,
            token_endpoint,
            client_id,
            client_secret,
            token,
            asked,
            lifetime,
        })
    }

    /// Gets a token.
    fn renew(&mut self) -> Fallible<()> {
        self.asked = Instant::now();
        let fields = [
            ("grant_type", "client_credentials"),
            ("client_id", &self.client_id),
            ("client_secret", &self.client_secret),
        ];
        let response = send(self.http.post(&self.token_endpoint).form(&fields))?;
        if response.status() == StatusCode::UNAUTHORIZED {
            let (site, id) = (&self.site, &self.client_id);
            return Err(format!("{site} refuses the secret of client {id}: register again").into());
        }
        let issued = answer(response)?;
        self.token = text(&issued, "access_token")?;
        self.lifetime = Duration::from_secs(issued["expires_in"].as_u64().unwrap_or(0));
        Ok(())
    }

    fn profile(&mut self) -> Fallible<Value> {
        if self.asked.elapsed() + MARGIN >= self.lifetime {
            self.renew()?;
        }
        let mut response = self.read()?;
        if response.status() == StatusCode::UNAUTHORIZED {
            self.renew()?;
            response = self.read()?;
        }
        answer(response)
    }

    fn read(&self) -> Fallible<Response> {
        send(
            self.http
                .get(format!("{}/api/agent/full-profile", self.site))
                .bearer_auth(&self.token),
        )
    }
}

fn run() -> Fallible<()> {
    let address = env::args()
        .nth(1)
        .ok_or("usage: cargo run -- https://example.com")?;
    let mut agent = Agent::start(&address)?;
    println!("{}", agent.profile()?);
    for line in io::stdin().lines() {
        line?;
        println!("{}", agent.profile()?);
    }
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        process::exit(1);
    }
}
