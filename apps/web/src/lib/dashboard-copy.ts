/** The part of the text catalogue that only members see: it is not loaded before the sign-in. See `copy.ts`. */
export const dashboardCopy = {
  tables: {
    loadMore: 'Load more',
    loadingMore: 'Loading...',
    failed: 'This list could not be loaded.',
    retry: 'Try again',
  },
  pagination: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (page: number) => `Page ${page}`,
  },
  referral: {
    title: 'Referral Code',
    copy: 'Copy Code',
    copied: 'Copied!',
    hint: 'Share this code. Whoever signs up with it joins your team.',
  },
  referralActivity: {
    title: 'Referral Activity',
    serial: 'Serial No',
    name: 'Name',
    email: 'Email',
    position: 'Position',
    status: 'Status',
    statuses: { active: 'Active', inactive: 'Inactive' },
    code: 'Referral Code',
    stage: 'Stage',
    stageNumber: (stage: number) => `Stage ${stage}`,
    empty: 'No data found',
  },
  blocks: { failed: 'These figures could not be loaded.', retry: 'Try again' },
} as const
