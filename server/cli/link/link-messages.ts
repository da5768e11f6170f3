import type { z } from 'zod';
import type { Linked } from '../../../shared/workspace/link.ts';

export const INTRODUCTION = [
  'Link this agent to your own Supabase project. Its address and publishable key are in the project’s settings, "API Keys".',
  'Your password is used once and not kept. No project yet? `local-agent link --new` guides you through it.',
  '',
];

export const QUESTIONS = {
  url: {
    question: 'Project address (https://<project>.supabase.co)',
    option: 'Name the project: local-agent link https://<project>.supabase.co --key <key> --email <address>',
  },
  key: { question: 'Publishable key', option: 'Add the publishable key: --key <key>' },
  email: { question: 'E-mail address', option: 'Add the address of a member: --email <address>' },
  enter: { question: 'Press Enter to check', option: 'link --new needs a terminal: it asks after each step.' },
} as const;

export const NO_PASSWORD =
  'Pass the password on standard input: printf %s "$PASSWORD" | local-agent link <url> --key <key> --email <address> --password-stdin';
export const EMPTY_PASSWORD = 'No password on standard input.';

const FIELDS: Record<string, string> = {
  url: 'The address looks like https://<project>.supabase.co.',
  publishableKey: 'The publishable key is in the project’s settings, "API Keys".',
  email: 'Expected an e-mail address, such as me@example.com.',
};

export const missing = (issue: z.core.$ZodIssue | undefined) =>
  FIELDS[String(issue?.path[0])] ?? 'The password is missing or too long.';

const RESTART = 'The running agent still uses the old workspace: stop and start it.';

export const linked = ({ url, email, signedInAgain }: Linked, isRunning: boolean): string[] =>
  signedInAgain
    ? [`Signed in to ${url} as ${email} again.`, ...(isRunning ? ['The running agent resumes within a minute.'] : [])]
    : [
        `Linked to ${url} as ${email}.`,
        'The workspace on this machine stays as it is; `local-agent unlink` goes back to it.',
        isRunning ? RESTART : 'Start the agent with `local-agent start`.',
      ];

export const unlinked = (url: string, isRunning: boolean): string[] => [
  `No longer linked to ${url}, which keeps its data. The next start uses the workspace on this machine.`,
  ...(isRunning ? [RESTART] : []),
];

export const KEY_STEP = [
  'Your own new project, in four steps. Ctrl+C stops at any time; what is done stays done.',
  '',
  '1. Create a project at https://supabase.com/dashboard, and copy its address and its publishable key from',
  '   Project Settings, "API Keys".',
];
export const SECRET_HERE =
  'This is a secret (or service role) key, which is never needed here. Copy the publishable (or anon) key instead.';
export const TO_CHECK = 'Do that, then press Enter again.';
export const NOT_DEPLOYED = 'The function that writes posts is not in the project yet.';

/** The steps to set up a new project, with commands for its reference and this package's folder. */
export function newSteps(url: URL, folder: string, functionName: string) {
  const reference = url.hostname.split('.')[0] ?? '';
  return {
    tables: {
      todo: [
        '',
        '2. Create its tables. In another terminal:',
        `     cd ${folder}`,
        '     npx supabase login',
        `     npx supabase link --project-ref ${reference}`,
        '     npx supabase db push --include-seed',
      ],
      done: 'The tables are there.',
    },
    function: {
      todo: [
        '',
        '3. Deploy the function that writes posts, in the same folder:',
        `     npx supabase functions deploy ${functionName}`,
      ],
      done: 'The function is there.',
    },
    member: [
      '',
      '4. Add yourself: in the dashboard under Authentication, Users, "Add user" with a password. Then in the SQL editor:',
      "     select private.add_member('me@example.com');",
      '   with your own address. Sign in here when that is done:',
    ],
  };
}
