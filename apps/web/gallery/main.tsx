import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeProvider } from '../src/theme/provider.tsx';
import { SnackbarHost } from '../src/ui/feedback/snackbar.tsx';
import { Fields } from './fields.tsx';
import classes from './gallery.module.css';
import { Overlays } from './overlays.tsx';
import { Table } from './table.tsx';
import { Values } from './values.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');
const only = new URLSearchParams(window.location.search).get('only');

createRoot(place).render(
  <StrictMode>
    <ThemeProvider>
      <main className={classes.gallery}>
        <h1>Gallery</h1>
        {only === null && <Values />}
        {only === null && <Overlays />}
        {only === null && <Fields />}
        <Table rows={only === 'table' ? 50_000 : 400} />
      </main>
      <SnackbarHost />
    </ThemeProvider>
  </StrictMode>,
);
