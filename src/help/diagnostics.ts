import type { RecentFailure } from '../service/recentFailures';
import type { Redactor } from '../base/redactor';
import type { Target } from '../repository/target';

/** A line of a section. Values from outside must pass through {@link asOneWord}. */
export type Line = readonly [name: string, value: string];

export interface Section {
  readonly name: string;
  /** `undefined` if they couldn't be read. */
  readonly lines: readonly Line[] | undefined;
}

/**
 * The diagnostics as Markdown. In English regardless of the display language, because they're for the extension's
 * developers. Users paste them in public places, so they contain no text of the user, no key, and no name of a repository,
 * branch, remote, file or user. Values from the machine are reduced to single words, and everything passes through the
 * redactor.
 */
export function diagnostics(sections: readonly Section[], redactor: Pick<Redactor, 'redact'>): string {
  const text = sections.map(({ name, lines }) => `## ${name}\n\n${list(lines)}\n`).join('\n');
  return redactor.redact(`# Agent Conversations: diagnostics\n\n${text}`);
}

function list(lines: readonly Line[] | undefined): string {
  if (!lines) return "Couldn't be read.";
  return lines.length === 0 ? 'None.' : lines.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

/** A value from the machine as one word without markup. */
export function asOneWord(text: string): string {
  const plain = text.slice(0, 100).replace(/[^\w.:+/[\]-]/g, '?');
  return plain === '' ? 'empty' : `\`${plain}\``;
}

/** Which properties of a repository are known, without their values. */
export function repositoryLines({ reason, remote, host, gitProvider, trackingRef, notes }: Target): readonly Line[] {
  const words = notes.map((note) => ('commits' in note ? `${note.kind} ${note.commits}` : note.kind));
  return [
    ['Selected by', reason ?? 'none'],
    ['Remote', remote !== undefined ? 'present' : 'absent'],
    ['Remote URL recognized', host !== undefined ? 'yes' : 'no'],
    ['Git provider', gitProvider ?? 'unknown'],
    ['Tracking ref', trackingRef !== undefined ? 'present' : 'absent'],
    ['Notes', words.join(', ') || 'none'],
  ];
}

/** @param now in milliseconds since 1970 */
export function failureLines(failures: readonly RecentFailure[], now: number): readonly Line[] {
  return failures.map(({ at, operation, kind, detail, route, sent }, index) => {
    const minutes = Math.max(0, Math.floor((now - at) / 60_000));
    const what = detail === undefined ? kind : `${kind} ${detail.split(' ').map(asOneWord).join(' ')}`;
    const when = `${sent ? 'after' : 'before'} sending began`;
    return [String(index + 1), `${minutes} min ago, ${operation}, ${what}, route ${route}, ${when}`];
  });
}
