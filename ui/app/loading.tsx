/** "Loading..." in the middle of the window (§2). */
export function Loading() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-sm text-muted-foreground" role="status">
      Loading...
    </div>
  );
}
