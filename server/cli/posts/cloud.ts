import type { Command } from 'commander';
import { cloudWritingApi } from '../../../shared/api/cloud-writing.ts';
import { type CloudWriting, enableInDashboard } from '../../../shared/workspace/cloud-writing.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';

/** `jobs cloud on | off | status`: whether the hosted project makes the autopilot's posts itself. */
export function addCloudCommands(jobs: Command, terminal: Terminal): void {
  const group = jobs.command('cloud').description('have your Supabase project write the autopilot’s posts itself');
  const change = (isOn: boolean) => ({
    ask: (api: Api) => call(api, cloudWritingApi.setCloudWriting, { body: { isOn } }),
    tell: (state: CloudWriting) => tell(terminal, state),
  });
  apiCommand(group.command('on').description('write there, even while no agent is running'), terminal, change(true));
  apiCommand(group.command('off').description('leave writing to agents'), terminal, change(false));
  apiCommand(
    group.command('status').description('show whether it is on, what is missing, and what it made'),
    terminal,
    {
      ask: (api: Api) => call(api, cloudWritingApi.getCloudWriting),
      tell: (state) => tell(terminal, state),
    },
  );
}

function tell(terminal: Terminal, { isHosted, isOn, missing, isAutopilotOn, problem, runs }: CloudWriting): void {
  if (!isHosted) {
    print(terminal, 'The workspace is on this machine, where only the agent can write.');
    return;
  }
  print(terminal, isOn ? 'Your Supabase project writes the autopilot’s posts.' : 'Only agents write the posts.');
  if (missing.length > 0) note(terminal, enableInDashboard(missing));
  if (isOn && !isAutopilotOn) note(terminal, 'The autopilot is off or paused, so nothing is written.');
  if (problem !== null) note(terminal, problem);
  if (runs.length === 0) return;
  printTable(
    terminal,
    ['DAY', 'STARTED', 'STATUS', 'RESULT'],
    runs.map(({ day, startedAt, status, result }) => [day, localTime(startedAt), status, result ?? '-']),
  );
}
