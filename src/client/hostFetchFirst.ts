// Loading undici 7 makes its own agent the process-wide dispatcher of `fetch`, unless Node's built-in fetch has come
// first. In the shared extension host that would reroute every other extension past VS Code's proxy handling. Reading
// one of fetch's globals lets Node load its own copy now; import this before undici. A test in VS Code holds it.
Reflect.get(globalThis, 'Headers');
