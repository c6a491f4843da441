import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** The other theme, with its words and icon, and what switches to it. */
export function useThemeSwitch() {
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  if (scheme === 'dark') return { theme: 'Light theme', Icon: IconSun, switchTheme: () => setColorScheme('light') };
  return { theme: 'Dark theme', Icon: IconMoon, switchTheme: () => setColorScheme('dark') };
}
