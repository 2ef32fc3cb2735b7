import type { Report } from './explanation';

/**
 * The commands of a feature, by their ID in package.json without "agentConversations.". Each is called with the ports that
 * `wire.ts` creates, and the arguments that VS Code or another extension passes.
 */
export type Commands<Ports> = Readonly<Record<string, (ports: Ports, ...args: readonly unknown[]) => unknown>>;

/** Shows the errors of commands to the user. Otherwise, the extension that ran the command gets them. */
export function reportErrors<Ports extends { readonly report: Report }>(commands: Commands<Ports>): Commands<Ports> {
  const reporting = Object.entries(commands).map(([name, run]) => {
    const runAndReport = async (ports: Ports, ...args: readonly unknown[]) => {
      try {
        // VS Code passes `undefined` for a row that no longer exists. `null` distinguishes it from a missing argument.
        return await run(ports, ...args.map((argument) => argument ?? null));
      } catch (error) {
        await ports.report(error);
        return undefined;
      }
    };
    return [name, runAndReport] as const;
  });
  return Object.fromEntries(reporting);
}
