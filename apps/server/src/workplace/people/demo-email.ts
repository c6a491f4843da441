/** Addresses of the demo's people; the domain is reserved, so nobody can own one. */
export const DEMO_DOMAIN = 'demo.invalid';
export const demoEmail = (grade: string): string => `${grade.toLowerCase().replaceAll(' ', '.')}@${DEMO_DOMAIN}`;
