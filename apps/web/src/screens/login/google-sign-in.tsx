import { GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google';
import { GOOGLE_SCOPES } from '@signpost/contract/sign-in.ts';
import { IconBrandGoogle } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { tokenOf } from './google-token.ts';

interface GoogleSignInProps {
  clientId: string;
  /** The token stays in memory: it is handed on and never stored. */
  onToken: (accessToken: string) => void;
  onError: (error: Error) => void;
}

function GoogleButton({ onToken, onError }: Omit<GoogleSignInProps, 'clientId'>) {
  // The popup reports by callback; a promise carries its one answer, and a login error rejects it (spec section 4).
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const settle = () =>
    promise.then(onToken, (error: unknown) => {
      console.error('Google sign-in failed.', error);
      onError(error instanceof Error ? error : new Error(String(error)));
    });
  const login = useGoogleLogin({
    flow: 'implicit',
    prompt: 'consent',
    scope: GOOGLE_SCOPES.join(' '),
    onSuccess: (answer) => {
      try {
        resolve(tokenOf(answer));
      } catch (error) {
        reject(error);
      }
    },
    onError: (answer) => reject(new Error(answer.error_description ?? answer.error ?? 'Google sign-in failed.')),
    onNonOAuthError: (answer) =>
      reject(
        new Error(
          answer.type === 'popup_closed'
            ? 'The Google window was closed before it finished.'
            : 'The Google window could not be opened.',
        ),
      ),
  });
  return (
    <Button
      kind="primary"
      fullWidth
      icon={<IconBrandGoogle size={18} aria-hidden />}
      onClick={() => {
        void settle();
        login();
      }}
    >
      Sign in with Google
    </Button>
  );
}

/** Google's implicit flow with the consent prompt. */
export default function GoogleSignIn({ clientId, ...rest }: GoogleSignInProps) {
  return (
    <GoogleOAuthProvider
      clientId={clientId}
      onScriptLoadError={() => rest.onError(new Error("Google's sign-in could not be loaded."))}
    >
      <GoogleButton {...rest} />
    </GoogleOAuthProvider>
  );
}
