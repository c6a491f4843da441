/** A published rate: how many units of a currency one euro is worth. */
export interface EcbRate {
  currency: string;
  /** The day on which the rate was published. */
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
