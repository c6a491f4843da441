// First: it takes Google's answer out of the address before the router reads that.
import './api/google.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { firstScreen, router } from './router.tsx';
import { ErrorBoundary } from './shell/error-screen.tsx';
import { ThemeProvider } from './theme/provider.tsx';
import { SnackbarHost } from './ui/feedback/snackbar.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');

function draw(at: HTMLElement): void {
  createRoot(at).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <SnackbarHost />
          </QueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

// Drawn once, not frame first and screen later; and not with `await` here, which would tear the chunks apart.
void firstScreen().finally(() => draw(place));
