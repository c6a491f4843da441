import { IconBrandGoogle } from '@tabler/icons-react';
import { goToGoogle } from '../../../api/google.ts';
import { Button } from '../../../ui/button.tsx';

interface GoogleSignInProps {
  clientId: string;
  authUrl: string;
  /** Where to go once signed in. */
  from: string;
}

/** Opens Google's consent prompt. */
export function GoogleSignIn(props: GoogleSignInProps) {
  return (
    <Button kind="primary" fullWidth icon={<IconBrandGoogle size={18} aria-hidden />} onClick={() => goToGoogle(props)}>
      Sign in with Google
    </Button>
  );
}
