import { maskSettings } from '../../client/common/maskSettings';
import type { Settings } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';
import { shortestHidden, withoutSecrets } from '../../client/common/withoutSecrets';
import { settingsField } from '../../client/common/settingsFields';

/**
 * The settings masked, and without the live secrets where a service repeats them in a place that is not masked. Fields of
 * the interface keep what is no secret, though a service was told it: a model is still the model.
 */
export function settingsFitToShow(settings: Settings, redactor: Redactor): Settings {
  const masked = maskSettings(settings);
  // Nearly never there, which is much faster to see in one text than in tens of thousands.
  const json = JSON.stringify(masked);
  if (redactor.told.hideKnown(json, shortestHidden) === json) return masked;
  const shown = Object.entries(masked).flatMap(([name, value]) =>
    Object.entries(withoutSecrets({ [name]: value }, settingsField(name) ? redactor : redactor.told) as object),
  );
  return Object.fromEntries(shown) as Settings;
}
