// node out/test/service/main.js KEY: a service with sample settings on a free port, for a test that counts what its own
// process costs.
import { sampleSettings } from './sampleSettings';
import { startService } from './service';

const [, , sessionKey = ''] = process.argv;
void startService({ sessionKey, settings: sampleSettings }).then(({ url }) => console.log(`Service address: ${url}`));
