export interface Command {
  /** What it runs, from the root. */
  script: string;
  group: 'use' | 'test' | 'operate' | 'measure' | 'release';
  /** What it does, in a few words: `npm run help` prints it. */
  text: string;
  /** Arguments, as typed. */
  usage?: string;
  /** What docs/commands.md adds. */
  more?: string;
  /** Arguments of Node. */
  node?: string[];
  /** Environment, unless it is already set. */
  env?: Record<string, string>;
  /** Arguments before those that were typed. */
  args?: string[];
  /** What else it does, by its first argument. */
  parts?: Record<string, Pick<Command, 'script' | 'text' | 'usage'>>;
}

/** Every npm script, by name. */
export const commands: Record<string, Command>;
