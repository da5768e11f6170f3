import { win32 } from 'node:path';
import { xml } from './xml.ts';

/**
 * A task of Windows' Task Scheduler, run as `user` without administrator rights, also on battery power. `triggers` and
 * `settings` are XML; `program` is a file of System32; `windows` is the Windows folder.
 */
export type WindowsTask = {
  description: string;
  triggers: string;
  settings: string;
  user: string;
  windows: string | undefined;
  program: string;
  parameters: string;
};

/** The task's definition for `schtasks /Create /XML`, which expects a file in UTF-16. */
export function windowsTask(task: WindowsTask): string {
  const { windows = 'C:\\Windows' } = task;
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.3" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${xml(task.description)}</Description>
  </RegistrationInfo>
  <Triggers>
    ${task.triggers}
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(task.user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    ${task.settings}
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(win32.join(windows, 'System32', task.program))}</Command>
      <Arguments>${xml(task.parameters)}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}
