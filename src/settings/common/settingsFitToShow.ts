import { maskSettings } from '../../client/common/maskSettings';
import type { Settings } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';
import { shortestHidden, withoutSecrets } from '../../client/common/withoutSecrets';

/** The settings masked, and without the live secrets where a service repeats them in a place that is not masked. */
export function settingsFitToShow(settings: Settings, redactor: Redactor): Settings {
  const masked = maskSettings(settings);
  // Nearly never there, which is much faster to see in one text than in tens of thousands.
  const json = JSON.stringify(masked);
  return redactor.hideKnown(json, shortestHidden) === json ? masked : (withoutSecrets(masked, redactor) as Settings);
}
