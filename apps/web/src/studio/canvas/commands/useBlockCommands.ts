import { createContext, use } from 'react';
import type { CommandName } from './commands.ts';

export const CommandContext = createContext<(name: CommandName) => void>(() => {});

/** Runs a command on the selected components. */
export const useBlockCommands = (): ((name: CommandName) => void) => use(CommandContext);
