import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { runProgram } from './testProcess.ts';

async function priorityOf(options: { yields?: boolean }): Promise<number> {
  const lines: string[] = [];
  // The priority of a child of the program, which starts after the program has got its own.
  const script = `setTimeout(() => console.log(require('node:child_process').execFileSync(process.execPath,
    ['-p', 'os.getPriority()'], { encoding: 'utf8' })), 200)`;
  const signal = new AbortController().signal;
  await runProgram(process.execPath, ['-e', script], { signal, onLine: (line) => lines.push(line), ...options });
  return Number(lines[0]);
}

test('what yields runs at a lower priority, with all that it starts; anything else runs at our own [BASE-083]', async () => {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  expect(await priorityOf({ yields: true })).toBe(Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
  expect(await priorityOf({})).toBe(getPriority());
});
