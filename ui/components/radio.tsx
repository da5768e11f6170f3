type RadioProps = {
  /** Shared by all choices of a group, inside a FieldSet with a legend. */
  name: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
};

export function Radio({ name, label, isChosen, onChoose }: RadioProps) {
  return (
    <label className="flex w-fit items-center gap-2.5 text-sm has-disabled:opacity-55 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  );
}
