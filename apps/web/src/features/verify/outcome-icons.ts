import IconAlertCircle from '~icons/tabler/alert-circle'
import IconCircleCheck from '~icons/tabler/circle-check'
import IconCircleDashed from '~icons/tabler/circle-dashed'
import IconInfoCircle from '~icons/tabler/info-circle'

/** Of one check, and of all of them together. */
export const OUTCOME_ICONS = {
  passed: IconCircleCheck,
  noticed: IconInfoCircle,
  skipped: IconCircleDashed,
  failed: IconAlertCircle,
}
