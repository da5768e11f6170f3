import type { Command } from 'commander';
import { wakeApi } from '../../../shared/api/wake.ts';
import type { Wake } from '../../../shared/wake/wake.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { apiCommand } from '../agent/api-command.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, print, type Terminal } from '../terminal/terminal.ts';

/** `service wake on | off | status`: whether the system wakes this machine for posts. */
export function addWakeCommands(service: Command, terminal: Terminal): void {
  const group = service.command('wake').description('have the system wake this computer two minutes before a post');
  const change = (isOn: boolean) => ({
    ask: (api: Api) => call(api, wakeApi.setWake, { body: { isOn } }),
    tell: (wake: Wake) => tell(terminal, wake),
  });
  apiCommand(
    group.command('on').description('wake it, and show what the system needs for that'),
    terminal,
    change(true),
  );
  apiCommand(group.command('off').description('stop waking it, and remove the wake-up'), terminal, change(false));
  apiCommand(group.command('status').description('show whether it is woken, and when next'), terminal, {
    ask: (api: Api) => call(api, wakeApi.getWake),
    tell: (wake) => tell(terminal, wake),
  });
}

function tell(terminal: Terminal, { isOn, method, setFor, problem, permit, risks }: Wake): void {
  if (method === null || !isOn) {
    print(
      terminal,
      method === null ? 'This system cannot wake the computer for posts.' : 'This computer is not woken for posts.',
    );
    return;
  }
  print(terminal, setFor === null ? 'This computer is woken for posts.' : `This computer wakes ${localTime(setFor)}.`);
  if (problem !== null) note(terminal, `The system rejected the wake-up time: ${problem}`);
  if (permit !== null) note(terminal, `An administrator can allow it once with:\n\n  ${permit}\n`);
  for (const risk of risks) note(terminal, risk);
}
