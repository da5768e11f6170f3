import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { CopyCommand } from '@/components/copy-command.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { pairingMessages as words } from '@/features/settings/logins/login-messages.ts';
import { usePairing } from '@/features/settings/logins/use-logins.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatter } from '@/lib/time.ts';
import type { PairingState } from '../../../../shared/publishing/shared-logins.ts';

type Pairing = ReturnType<typeof usePairing>;
type At<S extends PairingState['state']> = Extract<PairingState, { state: S }>;

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Pairs another agent with this one: a code, then six words that the user compares. Closing it ends the pairing. */
export function PairingDialog({ onClose }: { onClose: () => void }) {
  const pairing = usePairing();
  const { state: latest = { state: 'none' } as const, cancel } = pairing;
  const [hasDiffered, setDiffered] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const isUnderWay = latest.state === 'showing' || latest.state === 'comparing';
  if (isUnderWay && !hasBegun) setBegun(true);
  // The result of an earlier pairing is not shown.
  const state: PairingState = isUnderWay || hasBegun ? latest : { state: 'none' };

  function close() {
    cancel.mutate();
    onClose();
  }

  function differ() {
    setDiffered(true);
    cancel.mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent>
        <DialogHeading title={words.title} description={words.description} />
        {hasDiffered ? (
          <Ended reason={words.differed} onAgain={() => setDiffered(false)} onClose={close} />
        ) : (
          <Step pairing={pairing} state={state} onDiffer={differ} onClose={close} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type StepProps = { pairing: Pairing; state: PairingState; onDiffer: () => void; onClose: () => void };

function Step({ pairing, state, onDiffer, onClose }: StepProps) {
  if (state.state === 'showing') return <Showing shown={state} onClose={onClose} />;
  if (state.state === 'comparing')
    return <Comparing pairing={pairing} compared={state} onDiffer={onDiffer} onClose={onClose} />;
  if (state.state === 'paired') return <Paired other={state.other} onClose={onClose} />;
  if (state.state === 'ended')
    return <Ended reason={state.reason} onAgain={() => pairing.cancel.mutate()} onClose={onClose} />;
  return <Begin pairing={pairing} />;
}

function Begin({ pairing: { show, join } }: { pairing: Pairing }) {
  const [code, setCode] = useState('');
  const isBusy = show.isPending || join.isPending;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button aria-disabled={isBusy} onClick={() => isBusy || show.mutate()}>
          {show.isPending ? words.showing : words.show}
        </Button>
        <p className="text-sm text-muted-foreground">{words.showWhy}</p>
      </div>
      {show.error ? <Failure error={show.error} /> : null}
      <form
        noValidate
        className="flex flex-col gap-3 border-t pt-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && code.trim() !== '') join.mutate(code);
        }}
      >
        <InputField
          label={words.enter}
          hint={words.enterHint}
          error={join.error ? failureReason(join.error) : undefined}
          value={code}
          maxLength={60}
          placeholder="7K2M-X9TQ-4HFD-8WPA"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" variant="outline" className="self-start" aria-disabled={isBusy || code.trim() === ''}>
          {join.isPending ? words.joining : words.join}
        </Button>
      </form>
    </div>
  );
}

function Showing({ shown: { code, expiresAt, workspace }, onClose }: { shown: At<'showing'>; onClose: () => void }) {
  const timeZone = useTimeZone();
  return (
    <>
      <div className="flex flex-col gap-4">
        <p className="rounded-lg border bg-muted px-4 py-5 text-center font-mono text-lg font-semibold tracking-wide break-words select-all sm:text-2xl">
          <span className="sr-only">{words.code} </span>
          {code}
        </p>
        <p className="text-sm text-muted-foreground">
          {words.until(formatter(timeZone, CLOCK).format(new Date(expiresAt)))}
        </p>
        <ol className="flex flex-col items-start gap-2 text-sm">
          {workspace ? (
            <>
              <li className="max-w-full">
                <CopyCommand command={`local-agent link ${workspace.url} --key ${workspace.publishableKey}`} />
              </li>
              <li>{words.startThere}</li>
            </>
          ) : null}
          <li className="max-w-full">
            <CopyCommand command={`local-agent join ${code}`} />
          </li>
        </ol>
        {workspace ? null : <p className="text-sm text-muted-foreground text-pretty">{words.sameWorkspace}</p>}
        <p role="status" className="text-sm font-medium">
          {words.waiting}
        </p>
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {words.cancel}
        </Button>
      </DialogFooter>
    </>
  );
}

type ComparingProps = { pairing: Pairing; compared: At<'comparing'>; onDiffer: () => void; onClose: () => void };

function Comparing({ pairing: { confirm }, compared, onDiffer, onClose }: ComparingProps) {
  const { other, words: six, confirmsHere } = compared;
  const id = useId();
  return (
    <>
      <div className="flex flex-col gap-4">
        <p id={id} role="status" className="text-sm font-medium text-pretty">
          {confirmsHere ? words.compare(other.name) : words.compareThere(other.name)}
        </p>
        <ol aria-label={words.words} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {six.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and they never change places.
            <li key={index} className="flex items-baseline gap-2 rounded-md border px-3 py-2 font-mono text-sm">
              <span className="text-xs text-muted-foreground tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              {word}
            </li>
          ))}
        </ol>
        {confirm.error ? <Failure error={confirm.error} /> : null}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={confirmsHere ? onDiffer : onClose}>
          {confirmsHere ? words.different : words.cancel}
        </Button>
        {confirmsHere ? (
          <Button
            aria-describedby={id}
            aria-disabled={confirm.isPending}
            onClick={() => confirm.isPending || confirm.mutate(six)}
          >
            {confirm.isPending ? words.confirming : words.same}
          </Button>
        ) : null}
      </DialogFooter>
    </>
  );
}

function Paired({ other, onClose }: { other: At<'paired'>['other']; onClose: () => void }) {
  return (
    <>
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p className="font-medium">{words.paired(other.name)}</p>
        <p className="text-muted-foreground">{words.pairedMore}</p>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{words.done}</Button>
      </DialogFooter>
    </>
  );
}

function Ended({ reason, onAgain, onClose }: { reason: string; onAgain: () => void; onClose: () => void }) {
  return (
    <>
      <p role="alert" className="text-sm text-destructive text-pretty">
        {reason}
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button onClick={onAgain}>{words.again}</Button>
      </DialogFooter>
    </>
  );
}

function Failure({ error }: { error: Error }) {
  return (
    <p role="alert" className="text-sm text-destructive text-pretty">
      {words.failed}: {failureReason(error)}
    </p>
  );
}
