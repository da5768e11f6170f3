export const showing = (code: string, until: string, workspace: { url: string; publishableKey: string } | null) => [
  `The code is ${code}. It is valid until ${until}, for one agent. On the other machine:`,
  ...(workspace === null
    ? []
    : [
        `  local-agent link ${workspace.url} --key ${workspace.publishableKey}`,
        '  local-agent start --no-open      (in a second terminal, or as a service)',
      ]),
  `  local-agent join ${code}`,
  ...(workspace === null ? [ONE_MACHINE] : []),
  'Waiting for the other agent. Ctrl+C ends the pairing.',
];
const ONE_MACHINE =
  'The other machine must use this workspace: move it to your own Supabase project first, if it is only on this machine.';
export const compare = (name: string) => `${name} must show the same six words:`;
export const SAME = 'Does it show the same words, in the same order? [y/N] ';
export const DIFFERENT =
  'Nothing was paired. If the words differed, someone else can write to your workspace: change the keys of your Supabase project.';
export const CONFIRM_THERE = 'Compare them, and confirm on the agent that showed the code. Waiting for it.';
export const OVER = 'The pairing has ended. Show a new code.';
export const paired = (name: string) =>
  `Paired with ${name}. Share a login with it: local-agent channels share <account> --with "${name}"`;
export const joined = (name: string) => `Paired with ${name}. It can share its logins with this agent now.`;
