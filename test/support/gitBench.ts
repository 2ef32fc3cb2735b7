import { GitWindow } from './gitWindow';
import { StartBench } from './startBench';

/** A suite's Git extension and everything that a start goes through, with a fresh folder for each of its tests. */
export class GitBench {
  window!: GitWindow;
  bench!: StartBench;
  folder!: string;

  /** To be called in the body of a `describe`. */
  static use(): GitBench {
    const made = new GitBench();
    before(async () => {
      made.window = await GitWindow.open();
      made.bench = await StartBench.open();
    });
    beforeEach(async () => (made.folder = await made.window.folder()));
    afterEach(() => made.window.closeOthers());
    after(async () => {
      await made.bench.dispose();
      await made.window.dispose();
    });
    return made;
  }
}
