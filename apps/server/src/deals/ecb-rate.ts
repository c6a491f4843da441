/** Units of a currency for one euro. */
export interface EcbRate {
  currency: string;
  /** The day of publication. */
  day: string;
  perEuro: string;
}

/** The file is not what the ECB publishes; the message is a sentence for people. */
export class EcbFormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EcbFormatError';
  }
}
