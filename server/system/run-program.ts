import { execFile } from 'node:child_process';

/** Long, because a service manager's program waits until the agent has stopped, which takes seconds. */
const LIMIT_MS = 90_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** The result of a system program. `code` is null if the program is missing or took too long. */
export type ProgramResult = { code: number | null; stdout: string; stderr: string };

/** Runs a system program and waits until it has exited. Never rejects. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<ProgramResult>;

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    const options = { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true };
    execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : null) : 0;
      resolve({ code, stdout, stderr: stderr || (code === null ? String(error) : '') });
    });
  });

/** A program's error output, or else its output, in one line. */
export function outputOf({ stdout, stderr, code }: ProgramResult): string {
  const text = (stderr.trim() || stdout.trim()).replace(/\s+/g, ' ').replace(/\.$/, '');
  return text || `it ended with ${code}`;
}
