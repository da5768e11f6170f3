import { BellRing } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import { notificationMessages } from '@/features/settings/messages.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';
import { askForNotifications, useNotificationPermission } from '@/lib/notification-permission.ts';

const { title, desktop, permission: words, allow } = notificationMessages;

type NotificationsCardProps = { form: SettingsForm; onChange: (fields: Partial<SettingsForm>) => void };

/** Whether desktop notifications are shown, and where: in this browser if permitted, else on the agent's computer. */
export function NotificationsCard({ form, onChange }: NotificationsCardProps) {
  const permission = useNotificationPermission();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <SwitchField
        {...desktop}
        className={SWITCH_ROW}
        checked={form.desktop_notifications}
        onChange={(desktop_notifications) => onChange({ desktop_notifications })}
      />
      {form.desktop_notifications ? (
        <CardContent className="flex flex-col items-start gap-3">
          <p role="status" className="text-[0.8125rem] leading-snug text-muted-foreground">
            {words[permission]}
          </p>
          {permission === 'default' ? (
            <Button variant="outline" size="sm" onClick={() => void askForNotifications()}>
              <BellRing aria-hidden="true" />
              {allow}
            </Button>
          ) : null}
        </CardContent>
      ) : null}
    </Card>
  );
}
