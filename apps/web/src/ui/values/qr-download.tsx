import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { FIXED_QR, FIXED_TEXT } from '../fixed.ts';

export interface QrDownloadProps {
  url: string;
  fileName?: string | undefined;
  onError: (error: Error) => void;
}

/** Makes the PNG of a link's QR code, 512 px, margin 2, level M. Refuses anything but a non-empty text. */
export async function makeQr(url: string): Promise<string> {
  if (typeof url !== 'string' || url.trim() === '') throw new Error('A QR code needs a link.');
  const { toDataURL } = await import('qrcode');
  const { size, margin, level } = FIXED_QR;
  return toDataURL(url, { width: size, margin, errorCorrectionLevel: level });
}

/** Downloads the QR code of a link. A failure is logged and thrown again. */
export function QrDownload({ url, fileName = FIXED_QR.fileName, onError }: QrDownloadProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const link = document.createElement('a');
      link.href = await makeQr(url);
      link.download = fileName;
      link.click();
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      console.error('The QR code could not be created.', error);
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<IconQrcode size={16} aria-hidden />} disabled={busy} onClick={() => void download()}>
      {busy ? FIXED_TEXT.generating : 'QR code'}
    </Button>
  );
}
