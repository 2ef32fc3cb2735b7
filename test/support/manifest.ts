import { readJson, wordsIn } from './words';

export interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
  readonly icon?: string;
}

export interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Setting {
  readonly default: unknown;
  readonly scope: string;
}

interface Tool {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
}

interface WalkthroughStep {
  readonly title: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

/** The parts of package.json that tests read. */
interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly displayName: string;
  readonly engines: { readonly vscode: string; readonly node: string };
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly keybindings: readonly { readonly key: string; readonly args: string; readonly when: string }[];
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string; readonly icon: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
    readonly chatParticipants: readonly { readonly id: string }[];
    readonly languageModelTools: readonly Tool[];
  };
}

export const manifest = readJson('package.json') as Manifest;

/** Texts of the manifest, in English. */
export const manifestWords = wordsIn('package.nls.json');

/** The text for `%key%`; another text is the same. */
export function translated(text: string): string {
  return text.replace(/^%(.+)%$/, (_, key: string) => manifestWords[key] ?? text);
}
