// undici types its entry point alone, whose import would replace the dispatcher of the editor's fetch: see undici.ts.

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  /** The entry point makes this a method of each dispatcher. */
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
