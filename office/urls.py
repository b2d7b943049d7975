"""Addresses of whoever runs the site, and of what watches it."""

from django.urls import URLPattern, path

from office.views import failures, metrics

urlpatterns: list[URLPattern] = [
    path("metrics", metrics.metrics, name="metrics"),
    path("office/failed/", failures.failed, name="office-failed"),
    path("office/failed/jobs/<uuid:job>/again/", failures.job_again, name="office-job-again"),
    path("office/failed/deliveries/<int:delivery>/again/", failures.delivery_again, name="office-delivery-again"),
    path("office/failed/letters/<int:person>/again/", failures.letter_again, name="office-letter-again"),
]
