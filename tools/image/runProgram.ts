import { execFile } from 'node:child_process';

/**
 * Runs a program in `folder` and returns its output. Throws if the program is missing, or with its last lines of output
 * if its exit code is not `exitCode`.
 */
export function runProgram(program: string, args: string[], folder = '/', exitCode = 0): Promise<string> {
  return new Promise((done, failed) => {
    execFile(program, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if ((error ? error.code : 0) === exitCode) return done(stdout.trim());
      const reason = `${stdout}\n${stderr}`.trim().split('\n').slice(-10).join('\n');
      failed(new Error(error?.code === 'ENOENT' ? `${program} is not installed.` : `${program} failed:\n${reason}`));
    });
  });
}
