{{- define "trefoil.labels" -}}
app.kubernetes.io/name: trefoil
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Of one role: {root, role}. */}}
{{- define "trefoil.selector" -}}
app.kubernetes.io/name: trefoil
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "trefoil.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{/* No container is root, has a capability, or can write to its own files. */}}
{{- define "trefoil.confined" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "trefoil.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* The variables of every process. POSTER_HOST: where web processes reach a worker. */}}
{{- define "trefoil.environment" -}}
envFrom:
  - configMapRef: { name: {{ .root.Release.Name }}-settings }
  - secretRef: { name: {{ .root.Values.secrets.shared }} }
env:
  - name: TREFOIL_ROLE
    value: {{ .role }}
  - name: POSTER_HOST
    valueFrom: { fieldRef: { fieldPath: status.podIP } }
{{- end }}

{{/* Ready: it would take an order. Alive: it answers at all; a database that is away is no reason to start again. */}}
{{- define "trefoil.probes" -}}
ports:
  - { name: http, containerPort: 3000 }
startupProbe:
  httpGet: { path: /api/health, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /api/ready, port: http }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /api/health, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* Not all on one machine. */}}
{{- define "trefoil.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "trefoil.selector" . | nindent 8 }}
{{- end }}
