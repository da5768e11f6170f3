import { useEffect, useState } from 'react';

/**
 * An object URL for a file loaded with the session's token, such as a picture: revoked when the file changes or on
 * unmount.
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
