import { useEffect, useState } from 'react';

/**
 * An address for a file that was loaded with the session's token, such as a picture: revoked when the file changes or
 * the component goes.
 */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);

  return url;
}
