// undici only has types for its entry point, which must not be imported (see undici.ts).

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  /** undici's entry point makes this a method of each dispatcher; here, a client is passed as `this`. */
  function connect(this: Dispatcher, options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  export = connect;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}
