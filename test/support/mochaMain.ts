// Runs the tests of an order in this process; started by host/editorRun.ts.
import process from 'node:process';
import { orderOf, writeReport } from '../host/testReport';
import { mochaRun } from './mochaRun';

mochaRun(orderOf(process.env), (line) => console.log(line))
  .then(writeReport)
  .then(
    // Ends even if a test has left something open.
    () => process.stdout.write('', () => process.exit(0)),
    (error: unknown) => {
      console.log(error);
      process.exit(1);
    },
  );
