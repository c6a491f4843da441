/** How Google's popup ends. */
interface TokenAnswer {
  access_token?: string;
  error?: string;
  error_description?: string;
}

/** Reads the popup's answer: the access token, or an error that says why there is none. */
export function tokenOf(answer: TokenAnswer): string {
  if (answer.access_token !== undefined && answer.access_token !== '') return answer.access_token;
  throw new Error(answer.error_description ?? answer.error ?? 'Google gave no access token.');
}
