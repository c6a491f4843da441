// This import comes first: it removes Google's answer from the address before the router reads it.
import './api/google.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { firstScreen, router } from './router.tsx';
import { ErrorBoundary } from './shell/error-screen.tsx';
import { ScreenProvider } from './shell/screen-provider.tsx';
import { ThemeProvider } from './theme/provider.tsx';
import './ui/tip.ts';
import { SnackbarHost } from './ui/feedback/snackbar.tsx';
import { setCurrencyPlaces } from './ui/values/format.ts';

setCurrencyPlaces(placesOf);

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');

function draw(at: HTMLElement): void {
  createRoot(at).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>
          <ScreenProvider>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
              <SnackbarHost />
            </QueryClientProvider>
          </ScreenProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

// Rendered once instead of frame first and screen later. Not with `await`, which would split the chunks.
void firstScreen().finally(() => draw(place));
