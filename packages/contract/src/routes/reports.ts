import { add, copy, defineRoute, edit, list, view } from './shape.ts';

const staff = ['D', 'S', 'C', 'O', 'T'] as const;
const DT = ['D', 'T'] as const;
const DOT = ['D', 'O', 'T'] as const;

/** Screens of the group Reports. */
export const reportRoutes = {
  stats: defineRoute('/stats', 'Stats', staff, { icon: 'chart-bar', flags: { activateIfAnyStatsTab: true } }),
  campaignStats: list('/campaign-stats', 'Campaign stats', staff, 'chart-dots'),
  campaignStatsPreset: view('/campaign-stats/$preset', 'Campaign stats preset', staff, 'campaignStats'),
  lifetimeView: list('/lifetime-view', 'Lifetime view', DT, 'chart-area-line'),
  advancedReporting: list('/advanced-reporting', 'Advanced reporting', DT, 'report-analytics'),
  advancedReportingAdd: add('/advanced-reporting/add', 'Add report', DT, 'advancedReporting'),
  advancedReportingEdit: edit('/advanced-reporting/edit/$id', 'Edit report', DT, 'advancedReporting'),
  advancedReportingDuplicate: copy(
    '/advanced-reporting/duplicate/$duplicateId',
    'Duplicate report',
    DT,
    'advancedReporting',
  ),
  advancedReportingDownload: view(
    '/advanced-reporting/download/$downloadId',
    'Download report',
    DT,
    'advancedReporting',
  ),
  eventReporter: list('/event-reporter', 'Event reporter', DT, 'list-search'),
  eventReporterSupport: view('/event-reporter/support/$type/search/$id', 'Support search', DT, 'eventReporter'),
  alerts: defineRoute('/alerts', 'Alerts', staff, { icon: 'bell-ringing', menu: ['view', 'add'] }),
  alertsAdd: add('/alerts/add', 'Add alert', staff, 'alerts'),
  alertsEdit: edit('/alerts/edit/$id', 'Edit alert', staff, 'alerts'),
  leakage: list('/leakage', 'Leakage', DOT, 'droplet'),
  leadSearch: defineRoute('/lead-search', 'Lead search', DOT, { icon: 'user-search', menu: ['view', 'add'] }),
  marketplace: defineRoute('/marketplace', 'Marketplace', DOT, { icon: 'building-store', menu: ['view', 'add'] }),
};
