import { type ComponentProps, type ReactNode, useState } from 'react';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'onError'> {
  alt: string;
  source: string | null;
  /** Shown if there is no image, or if it could not be loaded. */
  fallback: ReactNode;
}

export function Picture({ source, alt, fallback, ...image }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (source === null || source === failed) return fallback;
  return <img {...image} src={source} alt={alt} onError={() => setFailed(source)} />;
}
