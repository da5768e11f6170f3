import { Download } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { Field, FieldError, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { Radio } from '@/components/radio.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { AccountChoice } from '@/domain/publishing/account-choice.tsx';
import { ImportPreview } from '@/features/scheduler/import/import-preview.tsx';
import { importMessages as words } from '@/features/scheduler/import/messages.ts';
import { type ImportChoices, useImport } from '@/features/scheduler/import/use-import.ts';
import { EXAMPLE_NAME, exampleCsv } from '../../../../shared/posts/import/example.ts';
import type { ImportAnswer } from '../../../../shared/posts/import/import.ts';
import { PLATFORMS } from '../../../../shared/posts/platforms.ts';

/** Creates posts from a CSV file: shows all problems before creating any, and creates all or none. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { choices, answer, error, work, choose, change, run } = useImport(onClose);
  const hasAccounts = choices?.accounts?.length !== 0;
  const isReady = answer !== null && error === null && work === null && hasAccounts && isImportable(answer);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-3xl">
        <DialogHeading title={words.title} description={words.text} />
        <div className="flex flex-wrap items-end gap-3">
          <Field className="min-w-0 flex-[1_1_16rem]">
            <FieldLabel htmlFor={`${id}-file`}>{words.file}</FieldLabel>
            <Input
              id={`${id}-file`}
              type="file"
              className="pt-2"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby={`${id}-error`}
              aria-invalid={error !== null}
              // Allows choosing a corrected file with the same name.
              onClick={(event) => {
                event.currentTarget.value = '';
              }}
              onChange={({ target }) => target.files?.[0] && void choose(target.files[0])}
            />
          </Field>
          <Button variant="outline" onClick={downloadExample}>
            <Download aria-hidden="true" />
            {words.example}
          </Button>
        </div>
        <FieldError id={`${id}-error`}>{error}</FieldError>
        {choices && answer ? <Choices choices={choices} answer={answer} onChange={change} /> : null}
        <p role="status" className="text-sm text-muted-foreground empty:hidden">
          {work === 'checking' ? words.checking : null}
        </p>
        {answer ? <ImportPreview answer={answer} /> : null}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={!isReady} onClick={() => void run()}>
            {work === 'importing' ? words.busy : words.confirm(isReady ? answer.posts.length : 0)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function isImportable({ problems, needsDateOrder, needsPlatforms }: ImportAnswer): boolean {
  return !needsDateOrder && !needsPlatforms && problems.every(({ isWarning }) => isWarning);
}

type ChoicesProps = { choices: ImportChoices; answer: ImportAnswer; onChange: (next: ImportChoices) => void };

/** Asks for what the file does not contain; nothing if it is complete. */
function Choices({ choices, answer, onChange }: ChoicesProps) {
  const id = useId();
  const { platforms, dateOrder } = choices;
  return (
    <>
      {answer.needsPlatforms || platforms.length > 0 ? (
        <FieldSet>
          <FieldLegend>{words.platforms}</FieldLegend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {PLATFORMS.map((platform) => (
              <Label
                key={platform.id}
                htmlFor={`${id}-${platform.id}`}
                className="min-h-9 gap-2 font-normal pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={`${id}-${platform.id}`}
                  checked={platforms.includes(platform.id)}
                  onCheckedChange={(checked) => {
                    const others = platforms.filter((one) => one !== platform.id);
                    onChange({ ...choices, platforms: checked === true ? [...others, platform.id] : others });
                  }}
                />
                <PlatformMark platform={platform.id} className="text-muted-foreground" />
                {platform.label}
              </Label>
            ))}
          </div>
        </FieldSet>
      ) : null}
      {answer.openPlatforms.length > 0 ? (
        <AccountChoice
          platforms={answer.openPlatforms}
          value={choices.accounts}
          onChange={(accounts) => onChange({ ...choices, accounts })}
        />
      ) : null}
      {answer.needsDateOrder || dateOrder !== null ? (
        <FieldSet>
          <FieldLegend>{words.dateOrder}</FieldLegend>
          {(['mdy', 'dmy'] as const).map((order) => (
            <Radio
              key={order}
              name={`${id}-order`}
              label={words.orders[order]}
              isChosen={dateOrder === order}
              onChoose={() => onChange({ ...choices, dateOrder: order })}
            />
          ))}
        </FieldSet>
      ) : null}
    </>
  );
}

/** The byte order mark makes Excel read it as UTF-8. */
function downloadExample() {
  const url = URL.createObjectURL(new Blob(['\ufeff', exampleCsv(new Date())], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: EXAMPLE_NAME });
  link.click();
  URL.revokeObjectURL(url);
}
