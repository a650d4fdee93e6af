import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportCrash } from '../lib/reference.ts'

/** React offers this only as a class. */
export class ErrorBoundary extends Component<{ children: ReactNode; instead: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(problem: unknown, { componentStack }: ErrorInfo) {
    console.error('A screen failed', problem, componentStack)
    reportCrash(problem)
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
