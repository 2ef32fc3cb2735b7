import { shownLanguage } from './shownLanguage';

const steps = [
  { unit: 'second', seconds: 1, below: 120 },
  { unit: 'minute', seconds: 60, below: 2 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60, below: 2 * 24 * 60 * 60 },
  { unit: 'day', seconds: 24 * 60 * 60, below: Infinity },
] as const;

/** A length of time: "1 second", "90 seconds", "5 minutes", never shorter than it is. */
export function durationWords(seconds: number): string {
  const { unit, seconds: length } = steps.find(({ below }) => seconds < below) ?? steps[3];
  const format = new Intl.NumberFormat(shownLanguage(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / length));
}
