import type { History } from '../../conversations/common/history';
import type { Log } from '../../base/common/log';
import type { TargetPorts } from '../../repository/common/targets';
import type { StartSnapshots } from '../node/startSnapshots';

/** Dependencies for reviewing what was pushed. */
export interface ResultPorts extends TargetPorts {
  readonly history: History;
  readonly snapshots: () => Promise<StartSnapshots>;
  readonly log: Log;
}
